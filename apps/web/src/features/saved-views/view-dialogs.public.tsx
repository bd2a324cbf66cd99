import { type SavedView, SavedViewInput } from '@headhaul/contracts/saved-views';
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { useState } from 'react';
import { TextField } from '../../shared/form/field.tsx';
import { schemaErrors, serverErrors } from '../../shared/form/form-errors.ts';
import { notify } from '../../shared/notify.ts';
import { AskDialog } from '../../shared/ui/ask-dialog.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { savedViewsApi } from './saved-views.api.ts';

const words = {
  LOADS: { example: 'Southeast vans, My week', rows: 'loads' },
  DRIVERS: { example: 'Reefers, My East Coast', rows: 'drivers' },
  BROKERS: { example: 'Pay in two weeks, Flatbeds', rows: 'brokers' },
} as const satisfies Record<SavedView['screen'], { example: string; rows: string }>;

export type ViewQuestion =
  | { kind: 'save'; query: string; columns: string[] }
  | { kind: 'change'; view: SavedView; query: string; columns: string[] }
  | { kind: 'rename'; view: SavedView }
  | { kind: 'remove'; view: SavedView };

interface ViewDialogsProps {
  screen: SavedView['screen'];
  question: ViewQuestion;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
  onRemoved: () => void;
}

/** Dialogs to save the filters of a list as a named tab, to change it, and to delete it. */
export default function ViewDialogs({ screen, question, onClose, onSaved, onRemoved }: ViewDialogsProps) {
  if (question.kind === 'remove') return <RemoveDialog view={question.view} onClose={onClose} onRemoved={onRemoved} />;
  if (question.kind === 'save') {
    const { query, columns } = question;
    const start = { screen, name: '', isShared: false, query, columns };
    return <NameDialog title="Save this view" start={start} onClose={onClose} onSaved={onSaved} />;
  }
  const { view } = question;
  const { query, columns } = question.kind === 'change' ? question : view;
  const title = question.kind === 'change' ? `Keep the changes in “${view.name}”` : `Rename “${view.name}”`;
  return (
    <NameDialog
      title={title}
      id={view.id}
      start={{ screen, name: view.name, isShared: view.isShared, query, columns }}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}

interface NameDialogProps {
  title: string;
  /** The id of an existing view. */
  id?: string;
  start: Pick<SavedView, 'screen' | 'name' | 'isShared' | 'query' | 'columns'>;
  onClose: () => void;
  onSaved: (view: SavedView) => void;
}

function NameDialog({ title, id, start, onClose, onSaved }: NameDialogProps) {
  const [name, setName] = useState(start.name);
  const [isShared, setIsShared] = useState(start.isShared);
  const [error, setError] = useState<string>();
  const [create, creating] = savedViewsApi.useCreateViewMutation();
  const [update, updating] = savedViewsApi.useUpdateViewMutation();

  const save = async () => {
    const body = { ...start, name, isShared };
    const wrong = schemaErrors(SavedViewInput, body).name;
    if (wrong !== undefined) return setError(wrong);
    const answer = id === undefined ? await create({ body }) : await update({ params: { id }, body });
    if (answer.data === undefined) return setError(serverErrors(answer.error).name);
    onClose();
    onSaved(answer.data);
  };

  return (
    <AskDialog
      title={title}
      action="Save view"
      isBusy={creating.isLoading || updating.isLoading}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextField
        label="Name"
        help={`e.g. ${words[start.screen].example}`}
        maxLength={60}
        state={{ name: 'name', value: name, error, onChange: setName, onBlur: () => undefined }}
      />
      <Checkbox
        label="Share with the team"
        description="Everyone sees the tab; only you can change it."
        checked={isShared}
        onChange={(event) => setIsShared(event.currentTarget.checked)}
      />
    </AskDialog>
  );
}

function RemoveDialog({ view, onClose, onRemoved }: { view: SavedView; onClose: () => void; onRemoved: () => void }) {
  const [remove, { isLoading }] = savedViewsApi.useDeleteViewMutation();
  const confirm = async () => {
    const { error } = await remove({ params: { id: view.id } });
    if (error !== undefined) return;
    notify('success', `“${view.name}” is deleted`);
    onClose();
    onRemoved();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Delete “${view.name}”?`}
      action="Delete view"
      tone="danger"
      isBusy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {view.isShared ? 'The tab goes for the whole team. ' : ''}The {words[view.screen].rows} in it stay where they are.
      </p>
    </ConfirmDialog>
  );
}
