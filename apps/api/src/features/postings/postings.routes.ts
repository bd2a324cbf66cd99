import { postingEndpoints } from '@headhaul/contracts/boards/postings';
import { extensionOnly } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { createTollFinder } from '../fuel/tolls.service.ts';
import { getBoardDay } from './board-day.service.ts';
import { describePosting } from './describe-posting.service.ts';
import { findPostedBrokers } from './posted-brokers.service.ts';
import { findPostingRoute } from './posting-route.service.ts';
import { countCall, findPostingProfit, getRateMarks, listBoardDrivers, markPostedBroker } from './postings.service.ts';
import { savePosting } from './save-posting.service.ts';

export function postingRoutes(app: App): void {
  const tolls = createTollFinder(app.platform);

  implement(app, postingEndpoints, {
    findPostedBrokers: extensionOnly(({ ctx, body }) => findPostedBrokers(ctx, body.brokers)),
    describePosting: extensionOnly(({ ctx, body }) => describePosting(ctx, body)),
    markPostedBroker: extensionOnly(({ ctx, body }) => markPostedBroker(ctx, body)),
    savePosting: extensionOnly(({ ctx, body }) => savePosting(ctx, body)),
    findPostingProfit: extensionOnly(({ ctx, body }) => findPostingProfit(ctx, tolls, body)),
    findPostingRoute: extensionOnly(({ ctx, body }) => findPostingRoute(ctx, body)),
    getRateMarks: extensionOnly(({ ctx }) => getRateMarks(ctx)),
    countCall: extensionOnly(({ ctx }) => countCall(ctx)),
    getBoardDay: extensionOnly(({ ctx }) => getBoardDay(ctx)),
    listBoardDrivers: extensionOnly(({ ctx }) => listBoardDrivers(ctx)),
  });
}
