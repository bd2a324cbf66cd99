import { type DebuggerNode, nodesIn } from '@headhaul/test-servers/board-marks';
import type { CDPSession, Page } from '@playwright/test';
import { axeSource } from './axe.ts';

interface AxeResult {
  id: string;
  nodes: { html: string; target: unknown[] }[];
}

interface Findings {
  /** What axe has against our elements. */
  violations: unknown[];
  /** How many of our buttons it looked at. None would mean that it did not get inside. */
  buttons: number;
}

/** Our elements on a board are closed to every script. The debugger can hand their insides to a world of scripts of its own. */
async function openInsides(session: CDPSession, executionContextId: number): Promise<void> {
  const { root } = (await session.send('DOM.getDocument', { depth: -1, pierce: true })) as { root: DebuggerNode };
  const insides = [...nodesIn(root)].filter(({ nodeName }) => nodeName.startsWith('HH-')).flatMap(({ shadowRoots }) => shadowRoots ?? []);
  for (const { backendNodeId } of insides) {
    const { object } = await session.send('DOM.resolveNode', { backendNodeId, executionContextId });
    await session.send('Runtime.callFunctionOn', {
      objectId: object.objectId ?? '',
      functionDeclaration: 'function () { Object.defineProperty(this.host, "shadowRoot", { value: this, configurable: true }); }',
    });
  }
}

/** Runs axe on those of our elements, inside and out. */
export async function checkOwnElements(page: Page, selector: string): Promise<Findings> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id, worldName: 'axe' });
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      contextId: executionContextId,
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await openInsides(session, executionContextId);
  await evaluate(`${axeSource}; undefined`);
  const context = JSON.stringify({ include: [[selector]] });
  const { violations, passes } = (await evaluate(`axe.run(${context}, { resultTypes: ['violations', 'passes'] })`)) as {
    violations: AxeResult[];
    passes: AxeResult[];
  };
  await session.detach();
  return {
    violations: violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]),
    buttons: passes.find(({ id }) => id === 'button-name')?.nodes.length ?? 0,
  };
}
