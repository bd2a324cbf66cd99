import { expect, it } from 'vitest';
import { createLive } from './create-live.ts';
import { createPort } from './testing/live-port.ts';

const extensionId = 'abcdefghijklmnopabcdefghijklmnop';
const taught = 'https://loads.example';

function startLive() {
  return createLive({
    store: { read: async () => ({ session: null, context: {} }) } as never,
    session: {} as never,
    origins: { apiBase: 'https://api.example/api', demoBoardOrigin: 'http://localhost:4100' },
    taughtBoardAt: async (origin) => (origin === taught ? 'other' : null),
    extensionId,
  });
}

it.each([
  ['of a board of the build', 'http://localhost:4100', extensionId, false],
  ['of a taught page', taught, extensionId, false],
  ['of a page that nobody taught', 'https://evil.example', extensionId, true],
  ['of a taught page, from another extension', taught, 'another', true],
])('a port %s', async (_, origin, id, isClosed) => {
  const port = createPort('live', { id, origin });
  await startLive().accept(port);
  expect(port.isClosed).toBe(isClosed);
});
