import type { AllowedPattern } from './pattern-costs.ts';

const signature = 'apps/web/src/features/email-templates/editor/signature-reading.public.ts';
const signatureReason =
  'at most 20,000 characters: a signature as the API keeps it, whose tags are those that its cleaner leaves, in the browser of its own team';
const draft = 'apps/web/src/features/loads/form/draft/read.ts';

/** Patterns whose cost grows faster than the text's length, or that the checker can't decide about. Each has a reason why it may stay. */
export const allowedPatterns: readonly AllowedPattern[] = [
  {
    file: 'apps/api/src/lib/tables/xlsx-read.ts',
    source: '0+$',
    reason: 'at most 22 characters: a number below one, written with twenty digits by the line itself',
  },
  {
    file: 'apps/api/src/features/loads/list/search.ts',
    source: '^mc[-#]?(?=\\d+$)|^#',
    reason: 'at most 100 characters: a word of what is searched for; looks ahead, once, from its beginning',
  },
  {
    file: 'apps/api/src/features/session/redirects.service.ts',
    source: '^\\/(?!\\/|.*(?:\\.\\.|\\/\\/))[\\x20-\\x5b\\x5d-\\x7e]*$',
    reason: 'at most 2,000 characters: where a sign-in leads back to; looks ahead, once, from its beginning',
  },
  {
    file: 'packages/domain/src/mail/domain-likeness.ts',
    source:
      '^(?:logistics?|freight|transport(?:ation)?|trucking|carriers?|brokers?|brokerage|group|inc|llc|corp|co|usa|us|mail|dispatch|team|loads?|express|global|shipping|quotes?|billing|payments?|accounting|docs|online)+$',
    reason:
      'at most 320 characters: what a domain adds to a name; too many words for the checker, and no two of them can be read as others',
  },
  {
    file: draft,
    source: '^(.+?)(?: ?, ?| )([A-Za-z]{2}|[A-Za-z .]{4,}) ?,? ?(\\d{5})?(?:-\\d{4})?$',
    reason: 'at most 300 characters: a typed place, refused before when it is longer, and no two spaces follow one another',
  },
  {
    file: draft,
    source: '^(.*?)[\\s,]*\\b(?:MC[\\s#:.-]*)(\\d{1,8})$',
    reason: 'at most 300 characters: a typed broker, taken as a name before when it is longer',
  },
  { file: signature, source: '^.*?<\\/strong>(, .*?)?(?=<br>|<\\/p>| · )', reason: signatureReason },
  { file: signature, source: '<strong>(.*?)<\\/strong>', reason: signatureReason },
  { file: signature, source: '<\\/strong>, (.*?)(?:<br>|<\\/p>| · )', reason: signatureReason },
];
