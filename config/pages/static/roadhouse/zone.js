/* A reader who has chosen no time zone reads times in that of the device, from the next page on. */
(() => {
  "use strict";
  if (/(^|; )zone=/.test(document.cookie)) return;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  const secure = location.protocol === "https:" ? ";secure" : "";
  document.cookie = `zone=${zone};path=/;max-age=31536000;samesite=lax${secure}`;
  const choice = document.querySelector("select[data-own]");
  if (choice && [...choice.options].some((option) => option.value === zone)) choice.value = zone;
})();
