/** Everything the product serves and does in the background: one line per feature, one more if it has jobs. */
export { liveEventRoutes } from './live-events/live-events.routes.ts';
export { sessionRoutes } from './session/session.routes.ts';
export * as upkeepJobs from './upkeep/upkeep.jobs.ts';
