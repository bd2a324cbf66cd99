import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Colors text for a terminal. Plain if the output goes to a file or NO_COLOR is set. */
export function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}
