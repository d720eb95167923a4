// The two ways to the stand-in: what members and developers do goes by requests, what changes comes through one socket.

/** Does something. Gives `{ok, body}`; `body.refused` says why a client would not even send it. */
export async function act(what, body) {
  try {
    const answer = await fetch(`sandbox/${what}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { ok: answer.ok, body: await answer.json() };
  } catch {
    return { ok: false, body: { refused: "the sandbox does not answer" } };
  }
}

/**
 * Opens the socket and keeps it open. `hear` gets every piece of news, `state` whether there is a connection. The function
 * given back says what to watch; on a new connection everything is told anew.
 */
export function connect(hear, state) {
  let socket = null;
  let wanted = null;
  let pause = 250;
  const open = () => {
    const address = new URL("live", location.href);
    address.protocol = "ws:";
    socket = new WebSocket(address);
    socket.onopen = () => {
      pause = 250;
      state(true);
      if (wanted) socket.send(wanted);
    };
    socket.onmessage = (event) => hear(JSON.parse(event.data));
    socket.onclose = () => {
      state(false);
      setTimeout(open, pause);
      pause = Math.min(pause * 2, 4000);
    };
  };
  open();
  return (watch) => {
    wanted = JSON.stringify(watch);
    if (socket.readyState === WebSocket.OPEN) socket.send(wanted);
  };
}
