import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { specTexts } from './spec-texts.ts';

/** The specification's texts, copied letter for letter, each with its section. */
const verbatim: [section: string, text: string][] = [
  ['2 Not-found and error', 'Page Not Found'],
  ['2 Not-found and error', 'The page you are searching for is not found'],
  ['2 Not-found and error', 'Please check the URL or go back to the main page'],
  ['2 Not-found and error', 'Something Went Wrong'],
  ['2 Not-found and error', 'An unexpected error occurred'],
  ['2 Not-found and error', 'Please try refreshing the page or contact support if the problem persists'],
  ['2 Not-found and error', 'Something went wrong!'],
  ['2 Not-found and error', 'Please go back to the login page or contact support'],
  ['2 Not-found and error', 'To login page'],
  ['2 Not-found and error', 'Unexpected Application Error!'],
  ['2 Not-found and error', 'Loading Setup Page...'],
  ['2 Layouts', 'Confirm Logout'],
  ['2 Layouts', 'Are you sure you want to log out?'],
  ['2 Layouts', 'Log Out'],
  ['2 Layouts', 'Invite & Win'],
  ['2 Layouts', 'Extension'],
  ['2 Layouts', 'Account & Team'],
  ['2 Layouts', 'Privacy policy'],
  ['2 Layouts', 'Terms of use'],
  ['2 Dialogs', 'Almost ready!'],
  ['2 Dialogs', 'Install our extension to unlock the full potential of the platform'],
  ['2 Dialogs', 'Your data is secure'],
  ['4 Pricing dialog', 'Coming soon'],
  ['6 Roles and permissions', 'Upgrade plan'],
  ['4 Invite-win promo', 'Learn More'],
  ['4 Invite dialog', 'Copied!'],
  ['4 Invite dialog', 'We successfully sent invitation!'],
  ['8 Error catalogue', 'Unknown error'],
  ['8 Error catalogue', 'Something went wrong'],
  ['8 Error catalogue', 'All is good'],
  ['8 Error catalogue', 'Error'],
  ['8 Error catalogue', 'Please wait...'],
];

type Texts = { [name: string]: string | Texts };

function leavesOf(texts: Texts, path = 'specTexts'): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${path}.${name}`, value] as [string, string]] : leavesOf(value, `${path}.${name}`),
  );
}

const leaves = leavesOf(specTexts);
const root = join(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.endsWith('spec-texts.ts'))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

describe('the specification’s texts', () => {
  it.each(verbatim)('§%s: %s', (_, text) => {
    expect(leaves.map(([, known]) => known)).toContain(text);
  });

  it('are all held beside the specification here', () => {
    const known = verbatim.map(([, text]) => text);
    expect(leaves.filter(([, text]) => !known.includes(text))).toEqual([]);
  });

  it.each(leaves)('%s is what a screen shows', (path) => {
    // One file destructures `specTexts.notices`. Every other text is used by its full name.
    expect(sources).toContain(path.replace('specTexts.notices.', 'notices.'));
  });

  it.each(leaves.filter(([, text]) => text.length > 12))('%s is written nowhere else', (_, text) => {
    expect(sources.includes(`'${text}'`) || sources.includes(`"${text}"`) || sources.includes(`>${text}<`)).toBe(false);
  });
});
