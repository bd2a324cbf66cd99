import type { Sandbox } from '../sandbox.ts';

/** What a test can do to a JSON service through the home port. */
export function createServiceControl(sandbox: () => Sandbox, name: string) {
  const at = (path: string) => `${sandbox().address}/services/${name}/${path}`;

  async function send(method: string, path: string, body?: object): Promise<Response> {
    return fetch(at(path), {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  }

  return {
    send,
    setFaults: (faults: object) => send('PUT', 'faults', faults),
    setOddities: (oddities: object) => send('PUT', 'oddities', oddities),
    async requests() {
      return (await (await send('GET', 'requests')).json()) as { count: number; requests: { path: string; status: number | null }[] };
    },
    async clear(): Promise<void> {
      for (const path of ['faults', 'oddities', 'requests']) await send('DELETE', path);
    },
  };
}
