// The WebSocket to the studio: requests, their answers, and status updates.

import type { Requests, Status, SessionInfo } from "./protocol";

export type Connection =
  | { state: "connecting" }
  | { state: "open" }
  /** The studio closed the connection for this reason. */
  | { state: "rejected"; reason: string }
  | { state: "lost" };

/** A request that the studio answered with an error. */
export class RequestError extends Error {}

const LOST = "the connection to the studio is lost";

interface Pending {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

export class Socket {
  private readonly socket: WebSocket;
  private readonly pending = new Map<number, Pending>();
  private nextId = 1;

  constructor(
    token: string,
    on: { connection: (now: Connection) => void; session: (session: SessionInfo) => void; status: (status: Status) => void },
  ) {
    this.socket = new WebSocket(`ws://${location.host}/socket`);
    this.socket.addEventListener("open", () => this.socket.send(JSON.stringify({ token })));
    this.socket.addEventListener("close", (event) => {
      const isRejected = event.code === 1008 || event.code === 1007;
      on.connection(isRejected ? { state: "rejected", reason: event.reason } : { state: "lost" });
      for (const pending of this.pending.values()) pending.reject(new RequestError(LOST));
      this.pending.clear();
    });
    this.socket.addEventListener("message", (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data);
      if ("title" in message) {
        on.session(message);
        on.connection({ state: "open" });
      } else if ("status" in message) {
        on.status(message.status);
      } else {
        const pending = this.pending.get(message.id);
        this.pending.delete(message.id);
        if (message.error) pending?.reject(new RequestError(message.error.message));
        else pending?.resolve((message.ok ?? null) as never);
      }
    });
  }

  /** Closes the connection for good. */
  close(): void {
    this.socket.close();
  }

  ask<K extends keyof Requests>(kind: K, params: Requests[K]["params"]): Promise<Requests[K]["answer"]> {
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        reject(new RequestError(LOST));
        return;
      }
      this.pending.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, request: kind, ...params }));
    });
  }
}
