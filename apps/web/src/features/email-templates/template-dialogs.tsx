import type { EmailTemplate } from '@headhaul/contracts/mail/templates';
import { plainText } from '@headhaul/domain/mail/text';
import { StaleDialog } from '../../shared/ui/stale-dialog.tsx';
import type { TemplateDraft } from './use-save-template.ts';

interface StaleTemplateDialogProps {
  theirs: EmailTemplate;
  mine: TemplateDraft;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Compares both versions as plain text. */
export function StaleTemplateDialog({ theirs, mine, ...answers }: StaleTemplateDialogProps) {
  const rows = (
    [
      ['Name', theirs.name, mine.name],
      ['Subject', theirs.subject, mine.subject],
      ['Cc', theirs.ccEmail ?? '', mine.ccEmail],
      ['Message', plainText(theirs.htmlBody), plainText(mine.htmlBody)],
    ] as const
  ).filter(([, one, other]) => one !== other);
  return <StaleDialog what="this template" columns={['Part', 'They saved', 'You have']} rows={rows} {...answers} />;
}
