/* The replay board: steps through a game in place, where without it each step is a page.
 *
 * It knows no rules, no shapes and no words. The page holds positions of the game as TPS, the
 * drawing and the words of their stacks, and what is marked and said at each ply; all of it was
 * made and escaped by the server (config/pages/game/replay_data.py). A page holds the plies around the
 * one that it shows; for others the script reads the page of that ply and takes its data.
 */
(() => {
  "use strict";

  const root = document.querySelector(".replay");
  const given = document.getElementById("replay-data");
  if (!root || !given) return;

  let data = JSON.parse(given.textContent);
  const end = data.end;
  const pace = 1000; // milliseconds a move while it plays
  const drawing = root.querySelector(".board > svg");
  const said = root.querySelector(".said");
  let at = data.at;
  let playing = 0;
  let loading = false;

  const find = (selector) => root.querySelector(selector);
  const findAll = (selector) => [...root.querySelectorAll(selector)];

  /* The stacks of a position, [file, row from the top, text], in reading order. */
  function stacksOf(tps) {
    const found = [];
    tps.split(" ")[0].split("/").forEach((row, down) => {
      let file = 0;
      for (const cell of row.split(",")) {
        if (cell[0] === "x") {
          file += Number(cell.slice(1) || 1);
        } else {
          found.push([file, down, cell]);
          file += 1;
        }
      }
    });
    return found;
  }

  function draw(frame, stacks) {
    const stones = stacks.map(([file, down, text]) => {
      const x = data.edge + data.square * file;
      const y = data.edge + data.square * down;
      return `<g transform="translate(${x} ${y})">${data.stacks[text][0]}</g>`;
    });
    const ground = drawing.querySelector(".b-coord");
    while (ground.nextSibling) ground.nextSibling.remove();
    ground.insertAdjacentHTML("afterend", frame.under + stones.join("") + frame.over);
    drawing.querySelector("desc").textContent = frame.summary;
  }

  function tell(frame, stacks) {
    const size = frame.tps.split("/").length;
    const list = find(".in-words ul");
    said.innerHTML = frame.text;
    drawing.querySelector("title").textContent = said.textContent;
    if (!list) return;
    list.replaceChildren(
      ...stacks.map(([file, down, text]) => {
        const line = document.createElement("li");
        const space = document.createElement("span");
        space.className = "ptn";
        space.textContent = String.fromCharCode(97 + file) + (size - down);
        line.append(space, `: ${data.stacks[text][1]}`);
        return line;
      }),
    );
    find(".as-text pre").textContent = frame.tps;
  }

  function count(frame) {
    findAll(".hands > div").forEach((hand, order) => {
      hand.querySelectorAll("dd:not(.at-end)").forEach((number, kind) => {
        number.textContent = frame.hands[3 * order + kind];
      });
      const marked = frame.turn === order + 1;
      hand.classList.toggle("turn", marked);
      hand.querySelector("strong + .small").textContent = marked ? frame.note : "";
    });
  }

  /* The list of moves scrolls in its box; the page stays where it is. */
  function keepInView(step) {
    const box = find(".moves-box");
    if (!box) return;
    if (!step) {
      box.scrollTop = 0;
      return;
    }
    const [line, frame] = [step.getBoundingClientRect(), box.getBoundingClientRect()];
    if (line.top < frame.top) box.scrollTop -= frame.top - line.top;
    if (line.bottom > frame.bottom) box.scrollTop += line.bottom - frame.bottom;
  }

  function mark() {
    root.classList.toggle("ended", at === end);
    for (const step of findAll("[data-ply]")) {
      if (Number(step.dataset.ply) === at) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
    }
    keepInView(find(".moves [aria-current]"));
    for (const [ply, names] of [[0, ["first", "back"]], [end, ["on", "last"]]]) {
      for (const name of names) {
        const control = find(`[data-go="${name}"]`);
        if (at === ply) control.setAttribute("aria-disabled", "true");
        else control.removeAttribute("aria-disabled");
      }
    }
  }

  const frameAt = (ply) => data.frames[ply - data.from];

  /* The page at a ply: a game has an address; a pasted record is sent again, as it was shown. */
  function ask(ply) {
    const form = document.getElementById(data.form);
    if (!form) return fetch(`${location.pathname}?move=${ply}`);
    const body = new FormData(form);
    for (const text of form.querySelectorAll("textarea")) body.set(text.name, text.defaultValue);
    body.set("move", ply);
    return fetch(form.action, { method: "POST", body });
  }

  /* Take data that hold the frame after a ply, and the list of moves around it. */
  async function load(ply) {
    const page = new DOMParser().parseFromString(await (await ask(ply)).text(), "text/html");
    const there = page.getElementById("replay-data");
    const found = there && JSON.parse(there.textContent);
    if (!found || found.end !== end || !found.frames[ply - found.from]) {
      throw new Error(`no frame ${ply}`);
    }
    data = found;
    const [box, moves] = [find(".moves-box"), page.querySelector(".moves-box")];
    if (box && moves) box.innerHTML = moves.innerHTML;
  }

  async function show(asked) {
    const ply = Math.min(Math.max(asked, 0), end);
    if (loading) return;
    if (!frameAt(ply)) {
      loading = true;
      root.setAttribute("aria-busy", "true");
      try {
        await load(ply);
      } catch {
        rest(); // no answer now: the board stays where it is, and the next step asks again
        return;
      } finally {
        loading = false;
        root.removeAttribute("aria-busy");
      }
    }
    showFrame(ply);
  }

  function showFrame(ply) {
    at = ply;
    const frame = frameAt(at);
    const stacks = stacksOf(frame.tps);
    draw(frame, stacks);
    tell(frame, stacks);
    count(frame);
    mark();
  }

  async function go(ply) {
    if (ply < 0 || ply > end || ply === at) return;
    await show(ply);
    history.replaceState(null, "", `${location.pathname}#m${at}`);
  }

  function rest() {
    clearInterval(playing);
    playing = 0;
    find('[data-go="play"]').setAttribute("aria-pressed", "false");
  }

  function play() {
    if (playing) {
      rest();
      return;
    }
    if (at === end) go(0);
    playing = setInterval(async () => {
      await go(at + 1);
      if (at === end) rest();
    }, pace);
    find('[data-go="play"]').setAttribute("aria-pressed", "true");
  }

  const moves = {
    first: () => go(0),
    back: () => go(at - 1),
    on: () => go(at + 1),
    last: () => go(end),
  };

  function command(name) {
    if (name === "play") {
      play();
      return;
    }
    rest();
    moves[name]();
  }

  async function copy(button) {
    const answer = find(".tools [role=status]");
    try {
      await navigator.clipboard.writeText(frameAt(at).tps);
      answer.textContent = button.dataset.done;
    } catch {
      // No secure connection, or the reader said no: leave the text marked.
      find(".as-text").open = true;
      getSelection().selectAllChildren(find(".as-text pre"));
      answer.textContent = button.dataset.failed;
    }
  }

  function save(blob) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${root.dataset.name}-${at}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), pace);
  }

  /* The board as a PNG of two pixels a unit, in the colours that a drawing has by itself. */
  function picture() {
    const alone = drawing.cloneNode(true);
    const side = 2 * drawing.viewBox.baseVal.width;
    alone.setAttribute("width", side);
    alone.setAttribute("height", side);
    alone.querySelector("desc").insertAdjacentHTML("afterend", data.style);
    const text = new XMLSerializer().serializeToString(alone);
    const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    const image = new Image();
    image.addEventListener("load", () => {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = side;
      canvas.getContext("2d").drawImage(image, 0, 0, side, side);
      URL.revokeObjectURL(address);
      canvas.toBlob(save, "image/png");
    });
    image.src = address;
  }

  /* #m12 is the position after twelve plies. */
  function open() {
    const asked = /^#m(\d{1,5})$/.exec(location.hash);
    if (asked) {
      rest();
      show(Number(asked[1]));
    }
  }

  /* What was a link or sent a form is a button now: it changes this page and leads nowhere. */
  function takeOver(control) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = control.className;
    button.innerHTML = control.innerHTML;
    for (const name of ["data-go", "aria-label", "title"]) {
      button.setAttribute(name, control.getAttribute(name));
    }
    control.replaceWith(button);
  }

  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };
  const typing = "input, textarea, select, [contenteditable]";
  const pressed = "a, button, summary, [tabindex]";

  document.addEventListener("keydown", (event) => {
    const name = keys[event.key];
    const here = event.target;
    if (!name || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (here.closest(typing) || (name === "play" && here.closest(pressed))) return;
    event.preventDefault();
    command(name);
  });

  root.addEventListener("click", (event) => {
    const step = event.target.closest("[data-ply]");
    const control = event.target.closest("[data-go]");
    const tool = event.target.closest("[data-do]");
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(step || control || tool)) return;
    event.preventDefault();
    if (step) {
      rest();
      go(Number(step.dataset.ply));
    } else if (control) {
      command(control.dataset.go);
    } else if (tool.dataset.do === "copy") {
      copy(tool);
    } else {
      picture();
    }
  });

  addEventListener("hashchange", open);
  root.classList.add("live");
  findAll('[data-go]:not([data-go="play"])').forEach(takeOver);
  findAll("[data-script]").forEach((each) => each.removeAttribute("hidden"));
  mark();
  open();
})();
