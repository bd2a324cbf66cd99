/** Everything the product serves and does in the background: one line per feature, one more if it has jobs. */
export { companyRoutes } from './company/company.routes.ts';
export { feedbackRoutes } from './feedback/feedback.routes.ts';
export { liveEventRoutes } from './live-events/live-events.routes.ts';
export { profileRoutes } from './profile/profile.routes.ts';
export { sessionRoutes } from './session/session.routes.ts';
export * as teamJobs from './team/team.jobs.ts';
export { teamRoutes } from './team/team.routes.ts';
export * as upkeepJobs from './upkeep/upkeep.jobs.ts';
