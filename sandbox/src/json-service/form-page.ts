import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { isForeignOrigin, type Refusal, readForm, sendHtml, sendProblem } from '../web/answer.ts';
import type { Html } from '../web/html.ts';

const foreignOrigin: Refusal = {
  status: 403,
  code: 'not_allowed',
  title: 'Not from here',
  detail: 'Another site may not use these switches.',
};

interface FormPage {
  /** `/fmcsa`. Its forms post to `/fmcsa/{action}/{id}`. */
  path: string;
  render(notice?: string): Html;
  actions: Readonly<Record<string, (id: string, fields: URLSearchParams) => void>>;
}

/** The fields of a form as a program would send them in JSON: without empty ones, with numbers, and a ticked box as true. */
export function readFields(fields: URLSearchParams): Record<string, string | number | true> {
  const typed = [...fields].filter(([, value]) => value.trim() !== '');
  return Object.fromEntries(
    typed.map(([name, value]) => {
      if (value === 'on') return [name, true];
      return [name, Number.isNaN(Number(value)) ? value : Number(value)];
    }),
  );
}

/** A page on the home port with forms that work without JavaScript. The result returns false for other paths. */
export function createFormPage({ path, render, actions }: FormPage) {
  async function answerForm(request: IncomingMessage, response: ServerResponse, action: string, id: string): Promise<void> {
    try {
      actions[action]?.(id, (await readForm(request)) ?? new URLSearchParams());
      response.writeHead(303, { location: path }).end();
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      sendHtml(response, 400, render(error.issues.map(({ message }) => message).join('. ')));
    }
  }

  return (request: IncomingMessage, response: ServerResponse, { pathname }: URL): boolean => {
    if (request.method === 'GET' && pathname === path) {
      sendHtml(response, 200, render());
      return true;
    }
    const [action = '', id = '', ...rest] = pathname.startsWith(`${path}/`) ? pathname.slice(path.length + 1).split('/') : [];
    if (request.method !== 'POST' || actions[action] === undefined || rest.length > 0) return false;
    if (isForeignOrigin(request)) sendProblem(response, pathname, foreignOrigin);
    else
      answerForm(request, response, action, decodeURIComponent(id)).catch((error: unknown) => {
        console.error(`POST ${pathname} failed`, error);
        response.destroy();
      });
    return true;
  };
}
