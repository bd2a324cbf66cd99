import { isOutline, longestOutline } from '@headhaul/domain/boards/outline/outline';
import { z } from 'zod';
import { empty, endpoints } from '../http/endpoint.ts';

/** How long reports are kept. A layout that nobody has looked at by then has changed again. */
export const layoutReportDays = 90;
/** Reports of one company in a day. More are a script's mistake. */
export const layoutReportsPerDay = 20;

const pattern = (most: number, regex: RegExp) => z.string().max(most, { abort: true }).regex(regex);

/** Why a user sends the outline of a page: we know nothing about it, it has changed, or it was taught just now. */
export const layoutCauses = ['UNKNOWN', 'CHANGED', 'TAUGHT'] as const;

export const LayoutReport = z.strictObject({
  host: pattern(100, /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/),
  extVersion: pattern(20, /^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
  cause: z.enum(layoutCauses),
  /** Every line has the form of an outline, so no text of a page can be in it. */
  outline: z.string().max(longestOutline, { abort: true }).refine(isOutline, 'This is no outline of a page'),
});
export type LayoutReport = z.output<typeof LayoutReport>;

export const layoutReportEndpoints = endpoints({
  sendLayoutReport: {
    method: 'POST',
    path: '/ext/boards/layouts',
    summary: 'The structure of a page that can’t be read, without its content; sent by a click, after the user has seen it',
    body: LayoutReport,
    // JSON writes two signs for the end of a line and for a quote.
    maxBodyBytes: 2 * longestOutline + 1024,
    reply: empty,
    isForExtension: true,
  },
});
