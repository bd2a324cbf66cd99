import type { ExtensionState } from '../../shared/extension-bridge/extension-state.ts';

export const extensionLabels: Record<ExtensionState['kind'], string> = {
  unknown: 'Looking for the extension…',
  present: 'Extension connected',
  absent: 'Extension not installed',
  outdated: 'Extension needs an update',
};
