import { feedbackEndpoints } from '@headhaul/contracts/feedback';
import { open } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { storeFeedback } from './feedback.service.ts';

export function feedbackRoutes(app: App): void {
  implement(app, feedbackEndpoints, {
    sendFeedback: open(({ platform, body }) => storeFeedback(platform, body)),
  });
}
