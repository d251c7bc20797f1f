// The switch of web push on this device: asks the browser, and sends what it says by the form.
"use strict";

(() => {
  const form = document.getElementById("this-device");
  const button = document.getElementById("tell-here");
  const state = document.getElementById("device-state");
  const { key, here, blocked, failed } = form.dataset;
  const canPush = window.isSecureContext && navigator.serviceWorker && "PushManager" in window;
  if (!canPush) return; // the page says what it needs

  const bytesOf = (text) => {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  };
  const textOf = (buffer) =>
    btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const isOurs = (found) => textOf(found.options.applicationServerKey) === key;
  const say = (text) => { state.textContent = text; };

  const subscribe = async () => {
    const { pushManager } = await navigator.serviceWorker.ready;
    const found = await pushManager.getSubscription();
    if (found) await found.unsubscribe(); // it may be of an earlier key, or ended at the push service
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  };

  const send = (made) => {
    const fields = form.elements;
    fields.endpoint.value = made.endpoint;
    fields.p256dh.value = textOf(made.getKey("p256dh"));
    fields.auth.value = textOf(made.getKey("auth"));
    fields.name.value = (navigator.userAgentData && navigator.userAgentData.platform) || navigator.platform || "";
    form.submit();
  };

  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      if ((await Notification.requestPermission()) !== "granted") say(blocked);
      else send(await subscribe());
    } catch {
      say(failed);
    }
    button.disabled = false;
  });

  const show = async () => {
    const { pushManager } = await navigator.serviceWorker.ready;
    const found = await pushManager.getSubscription();
    if (Notification.permission === "denied") say(blocked);
    else if (found && isOurs(found) && form.dataset.endpoints.split(" ").includes(found.endpoint)) say(here);
    else say("");
    button.hidden = false;
  };
  say("");
  show().catch(() => say(failed));
})();
