// What axe finds wrong with the open page, as `faults` of [rule, markup], and in `enough` the looks
// of texts whose contrast is enough; null where axe is not loaded. For tests/browsing.py.
//
// Axe measures the contrast of one text after the other, which took three quarters of its time.
// Texts have one look if they and all elements around them have the same names, classes and styles
// that contrast is made of, at one width. One of these is measured; the others too, where axe
// passes it over or cannot tell. `known` are the looks that were enough before, on any page. What
// is taken out of the flow may lie on anything: it has no look, and is measured each time.
async ({ known, tags }) => {
  if (typeof axe === "undefined") return null;
  const STYLES = ["color", "backgroundColor", "backgroundImage", "opacity", "fontSize", "fontWeight",
    "textShadow", "textIndent", "filter", "mixBlendMode", "display"];
  const MARK = "data-measured";
  const looks = new Map([[null, `${innerWidth}`]]);
  const enough = new Set(known.split(" "));
  const alike = new Map();

  function lookOf(element) {
    if (!looks.has(element)) {
      const style = getComputedStyle(element);
      const around = lookOf(element.parentElement);
      const inFlow = ["static", "relative"].includes(style.position);
      const own = [element.localName, element.getAttribute("class"), element.matches(":disabled")];
      const parts = [around, ...own, ...STYLES.map((name) => style[name])];
      looks.set(element, around && inFlow ? hash(parts.join()) : "");
    }
    return looks.get(element);
  }

  function hash(text) {
    let [high, low] = [0, 0];
    for (const letter of text) {
      high = Math.imul(high ^ letter.codePointAt(0), 2654435761);
      low = Math.imul(low ^ letter.codePointAt(0), 1597334677) ^ (high >>> 15);
    }
    return (high >>> 0).toString(36) + (low >>> 0).toString(36);
  }

  function hasText(element) {
    return element.matches("input, select, textarea") ||
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  }

  // The rules of axe; that of contrast looks at these elements alone.
  async function broken(texts, options) {
    texts.forEach((element) => element.setAttribute(MARK, ""));
    const rules = await axe.run({ ...options, reporter: "elements" });
    texts.forEach((element) => element.removeAttribute(MARK));
    const contrast = rules.find((rule) => rule.id === "color-contrast");
    contrast.passes.forEach(({ node }) => enough.add(lookOf(node.element)));
    return rules.flatMap(({ id, violations }) =>
      violations.map(({ node }) => [id, node.element.outerHTML.slice(0, 200)]));
  }

  // Those of axe write out a selector of each element that a rule has looked at.
  axe.addReporter("elements", (rules, _options, report) => report(rules));
  axe.configure({ rules: [{ id: "color-contrast", selector: `[${MARK}]` }] });
  for (const element of document.querySelectorAll("body, body *")) {
    if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    const look = lookOf(element) || element;
    if (!enough.has(look)) alike.set(look, [...(alike.get(look) ?? []), element]);
  }
  const firsts = [...alike.values()].map(([first]) => first);
  const faults = await broken(firsts, tags.length ? { runOnly: tags } : {});
  const left = [...alike].flatMap(([look, [, ...others]]) => (enough.has(look) ? [] : others));
  if (left.length) faults.push(...await broken(left, { runOnly: ["color-contrast"] }));
  enough.delete("");
  return { faults, enough: [...enough].join(" ") };
}
