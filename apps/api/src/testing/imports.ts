import { type DataImport, dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { vi } from 'vitest';
import type { TestClient } from './test-app.ts';

/** The import once the worker is through with it. */
export function untilImported(client: TestClient, id: string, timeout = 15_000): Promise<DataImport> {
  return vi.waitFor(
    async () => {
      const now = await client.call(dataTransferEndpoints.getImport, { params: { id } });
      if (now.finishedAt === null) throw new Error(`${now.state}: ${now.looked} of ${now.rows}`);
      return now;
    },
    { timeout, interval: 50 },
  );
}
