import type { Socket } from 'node:net';
import pg from 'pg';

/** Not counted: the API caches the caller for a moment, so only some requests read it. The tenant setting is sent together with a read. */
const uncounted = /^(set_tenant|(tx_)?actor_\w+)$/;

/** How many statements this process sends to its databases while the work runs, over all connections, and how many bytes come back. */
export async function watchDatabase(work: () => Promise<unknown>): Promise<{ statements: number; receivedBytes: number }> {
  const { query, bind } = pg.Connection.prototype;
  const heardBefore = new Map<Socket, number>();
  let statements = 0;
  const note = ({ stream }: pg.Connection) => {
    const socket = stream as Socket;
    statements += 1;
    if (!heardBefore.has(socket)) heardBefore.set(socket, socket.bytesRead);
  };
  pg.Connection.prototype.query = function (...message) {
    note(this);
    return query.apply(this, message);
  };
  pg.Connection.prototype.bind = function (...message) {
    if (!uncounted.test(message[0]?.statement ?? '')) note(this);
    return bind.apply(this, message);
  };
  try {
    await work();
  } finally {
    Object.assign(pg.Connection.prototype, { query, bind });
  }
  const receivedBytes = [...heardBefore].reduce((sum, [socket, before]) => sum + socket.bytesRead - before, 0);
  return { statements, receivedBytes };
}
