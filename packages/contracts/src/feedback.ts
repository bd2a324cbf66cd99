import { z } from 'zod';
import { empty, endpoints } from './http/endpoint.ts';

/** The specification's lists, in its order and words. */
export const deletionReasons = [
  'Performance Issues',
  'Unreliable',
  'Lack of Features',
  'Security Concerns',
  'Compatibility Problems',
  'User Interface Issues',
  'Better Alternative',
  'Other',
] as const;

export const downloadSources = [
  'A friend recommended you',
  'Came across a website while searching',
  'Social media',
  'Read about us in a forum chats',
  'Got an email',
  'Other',
] as const;

export const Feedback = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('DELETION'), feedback: z.enum(deletionReasons), comment: z.string().trim().max(2_000).default('') }),
  z.strictObject({ type: z.literal('DOWNLOAD'), feedback: z.enum(downloadSources), comment: z.string().trim().max(2_000).default('') }),
]);
export type Feedback = z.infer<typeof Feedback>;

export const feedbackEndpoints = endpoints({
  sendFeedback: {
    method: 'POST',
    path: '/feedback',
    summary: 'Why the extension was removed, or where it was heard of; signed out too',
    body: Feedback,
    reply: empty,
  },
});
