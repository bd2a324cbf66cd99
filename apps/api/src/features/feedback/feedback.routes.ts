import { feedbackEndpoints } from '@headhaul/contracts/feedback';
import { type App, implement } from '../../lib/http/implement.ts';
import { storeFeedback } from './feedback.service.ts';

export function feedbackRoutes(app: App): void {
  implement(app, feedbackEndpoints, {
    sendFeedback: {
      guard: 'open',
      limit: 'feedback',
      handle: ({ platform, body }) => storeFeedback(platform, body),
    },
  });
}
