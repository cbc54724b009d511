// Inside Discord, the page asks who has opened it, as Discord's documents on Activities describe: a handshake with the
// client around this frame, then a code that the server exchanges. Nothing else is asked of Discord.

const [HANDSHAKE, FRAME, CLOSE] = [0, 1, 2];

const section = document.querySelector("#activity");
const { client, state, failed, closed, refused, lost } = section.dataset;
// Apps on phones show the page without a frame around it, and their messages come from the page itself or from nowhere.
const NOWHERE = "null", origins = [...section.dataset.origins.split(" "), location.origin, NOWHERE];
const query = new URLSearchParams(location.search), nonce = crypto.randomUUID();
const discord = window.parent.opener ?? window.parent;

function fail(text) {
  section.querySelector("h1").textContent = failed;
  section.querySelector("p").textContent = text;
}

window.addEventListener("message", ({ origin, data }) => {
  if (!origins.includes(origin) || !Array.isArray(data)) return;
  const [opcode, message] = data;
  if (opcode === CLOSE) return fail(closed);
  if (opcode !== FRAME || !message?.data) return;  // without a frame around it, the page also hears what it asks
  if (message.cmd === "DISPATCH" && message.evt === "READY") {
    const args = { client_id: client, response_type: "code", state, prompt: "none", scope: ["identify"] };
    discord.postMessage([FRAME, { cmd: "AUTHORIZE", args, nonce }], origin === NOWHERE ? "*" : origin);
  } else if (message.nonce === nonce) {
    if (message.evt === "ERROR") fail(refused);
    else enter(message.data.code);
  }
});

async function enter(code) {
  const body = new URLSearchParams({ code, csrf: state, guild: query.get("guild_id") ?? "", match: query.get("custom_id") ?? "" });
  try {
    const response = await fetch("/activity", { method: "POST", body });
    if (response.redirected && response.status !== 401) return location.replace(response.url);
    const answer = new DOMParser().parseFromString(await response.text(), "text/html");
    document.querySelector("main").replaceChildren(...answer.querySelector("main").childNodes);
  } catch {
    fail(lost);
  }
}

// Whoever is around the frame may read this; the answer counts only if it comes from Discord.
discord.postMessage([HANDSHAKE, { v: 1, encoding: "json", client_id: client, frame_id: query.get("frame_id") }], "*");
