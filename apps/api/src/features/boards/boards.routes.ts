import { boardHealthEndpoints } from '@headhaul/contracts/boards/health';
import { layoutReportEndpoints } from '@headhaul/contracts/boards/layout-reports';
import { boardPackEndpoints } from '@headhaul/contracts/boards/packs';
import { extensionOnly } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { storeBoardHealth } from './health.service.ts';
import { storeLayoutReport } from './layout-reports.service.ts';
import { listPacks, readPackBytes } from './packs.service.ts';

/** A pack that turns a board off is seen at most this much later. */
const manifestSeconds = 60;
const yearSeconds = 31_536_000;

export function boardRoutes(app: App): void {
  implement(app, boardPackEndpoints, {
    listBoardPacks: {
      guard: 'open',
      limit: 'pages',
      handle: async ({ platform, reply }) => {
        const { packs, tag } = await listPacks(platform.db);
        void reply.header('etag', tag).header('cache-control', `public, max-age=${manifestSeconds}`);
        return { packs };
      },
    },
    getBoardPack: {
      guard: 'open',
      limit: 'pages',
      handle: async ({ platform, params, reply }) => {
        const { bytes, tag } = await readPackBytes(platform.db, params);
        // A version never changes.
        void reply.header('etag', tag).header('cache-control', `public, max-age=${yearSeconds}, immutable`);
        return { content: bytes, contentType: 'application/json', fileName: `${params.board}-${params.version}.json` };
      },
    },
  });
  implement(app, layoutReportEndpoints, {
    sendLayoutReport: extensionOnly(({ ctx, body }) => storeLayoutReport(ctx, body)),
  });
  implement(app, boardHealthEndpoints, {
    sendBoardHealth: extensionOnly(({ ctx, body }) => storeBoardHealth(ctx, body)),
  });
}
