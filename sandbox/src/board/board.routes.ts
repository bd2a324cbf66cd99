import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { sendHtml, sendProblem } from '../web/answer.ts';
import { renderBoard, renderTableFrame } from './board-page.ts';
import { makeLoads } from './loads.ts';
import { writePostings } from './posting.ts';
import { readSwitches, type Switches } from './switches.ts';
import { renderSwitchesPage } from './switches-page.ts';

const contentTypes: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' };
const folder = new URL('../../public/board/', import.meta.url);
const assets = new Map(
  readdirSync(folder).map((file) => [
    `/board/${file}`,
    { contentType: contentTypes[file.split('.')[1] ?? ''] ?? '', content: readFileSync(new URL(file, folder)) },
  ]),
);
/** Markets that are kept. One takes about two seconds to make. */
const keptMarkets = 3;

interface MarketFiles {
  postings: Buffer;
  truth: Buffer;
}

async function writeMarket(seed: number, day: string): Promise<MarketFiles> {
  const loads = await makeLoads(seed, day);
  return {
    postings: Buffer.from(JSON.stringify({ day, postings: writePostings(loads, seed, day) })),
    truth: Buffer.from(JSON.stringify({ day, loads })),
  };
}

/** The demo board on the home port. Returns false for other paths. */
export function createBoardPages() {
  const kept = new Map<string, Promise<MarketFiles>>();

  function marketOf({ seed, day }: Switches): Promise<MarketFiles> {
    const today = day ?? new Date().toISOString().slice(0, 10);
    const key = `${seed} ${today}`;
    const market = kept.get(key) ?? writeMarket(seed, today);
    kept.delete(key);
    kept.set(key, market);
    const [oldest] = kept.keys();
    if (kept.size > keptMarkets && oldest !== undefined) kept.delete(oldest);
    return market;
  }

  function sendFile(response: ServerResponse, pathname: string, market: Promise<MarketFiles>, file: keyof MarketFiles): void {
    market.then(
      (files) =>
        response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }).end(files[file]),
      (error: unknown) => {
        console.error(`GET ${pathname} failed`, error);
        response.destroy();
      },
    );
  }

  function answer(response: ServerResponse, pathname: string, switches: Switches): boolean {
    if (pathname === '/board') sendHtml(response, 200, renderBoard(switches));
    else if (pathname === '/board/frame') {
      // The strict headers forbid frames; this page is made for one of ours.
      const policy = String(response.getHeader('content-security-policy')).replace("frame-ancestors 'none'", "frame-ancestors 'self'");
      response.setHeader('content-security-policy', policy);
      response.setHeader('x-frame-options', 'SAMEORIGIN');
      sendHtml(response, 200, renderTableFrame(switches));
    } else if (pathname === '/board/postings.json') sendFile(response, pathname, marketOf(switches), 'postings');
    else if (pathname === '/board/truth.json') sendFile(response, pathname, marketOf(switches), 'truth');
    else if (pathname === '/board/switches') sendHtml(response, 200, renderSwitchesPage());
    else return false;
    return true;
  }

  return ({ method }: IncomingMessage, response: ServerResponse, { pathname, searchParams }: URL): boolean => {
    if (method !== 'GET' || (pathname !== '/board' && !pathname.startsWith('/board/'))) return false;
    const asset = assets.get(pathname);
    if (asset !== undefined) {
      response.writeHead(200, { 'content-type': asset.contentType, 'cache-control': 'no-cache' }).end(asset.content);
      return true;
    }
    const read = readSwitches(searchParams);
    if (read.success) return answer(response, pathname, read.data);
    const detail = z.prettifyError(read.error);
    sendProblem(response, pathname, { status: 400, code: 'validation_failed', title: 'Some switches need another look', detail });
    return true;
  };
}
