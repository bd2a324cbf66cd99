import { type HotkeyItem, useHotkeys } from '@mantine/hooks';

/** Places that handle keys themselves: an open menu, a list of choices, a modal dialog. */
const foreignGround = '[role="menu"], [role="listbox"], [role="dialog"][aria-modal="true"]';

function isElsewhere(event: KeyboardEvent): boolean {
  return event.target instanceof Element && event.target.closest(foreignGround) !== null;
}

/** Enter and Space press the focused button or follow the focused link. There they never trigger the screen's own action. */
function pressesControl(event: KeyboardEvent): boolean {
  const isPress = event.key === 'Enter' || event.key === ' ';
  return isPress && event.target instanceof Element && event.target.closest('a, button, summary, [role="button"], [role="tab"]') !== null;
}

function whileTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])');
}

/**
 * The keys of a screen or a part of it, active while it is mounted: `useKeys({ j: next, '/': find, 'mod+Enter': save })`. They do nothing
 * while a person types (except keys with mod), in menus and dialogs, and when another part has already used the key press.
 */
export function useKeys(keys: Readonly<Record<string, (event: KeyboardEvent) => void>>, isOn = true): void {
  const items = Object.entries(keys).map(([key, act]): HotkeyItem => {
    const worksWhileTyping = key.toLowerCase().startsWith('mod+');
    const handle = (event: KeyboardEvent) => {
      if (!isOn || event.defaultPrevented || event.isComposing || isElsewhere(event) || pressesControl(event)) return;
      if (!worksWhileTyping && whileTyping(event)) return;
      event.preventDefault();
      act(event);
    };
    return [key, handle, { preventDefault: false }];
  });
  useHotkeys(items, [], true);
}
