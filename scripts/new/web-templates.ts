import type { FeatureNames } from './names.ts';

export function webApiFile(n: FeatureNames): string {
  return `import { ${n.singularCamel}Endpoints } from '@headhaul/contracts/${n.plural}';
import { api } from '../../shared/api/api.ts';
import { fromContract } from '../../shared/api/contract-endpoint.ts';

export const ${n.pluralCamel}Api = api.enhanceEndpoints({ addTagTypes: ['${n.plural}'] }).injectEndpoints({
  endpoints: (build) => ({
    list${n.Plural}: build.query({ ...fromContract(${n.singularCamel}Endpoints.list${n.Plural}), providesTags: ['${n.plural}'] }),
    create${n.Singular}: build.mutation({ ...fromContract(${n.singularCamel}Endpoints.create${n.Singular}), invalidatesTags: ['${n.plural}'] }),
    update${n.Singular}: build.mutation({ ...fromContract(${n.singularCamel}Endpoints.update${n.Singular}), invalidatesTags: ['${n.plural}'] }),
    delete${n.Singular}: build.mutation({ ...fromContract(${n.singularCamel}Endpoints.delete${n.Singular}), invalidatesTags: ['${n.plural}'] }),
  }),
});
`;
}

export function formFile(n: FeatureNames): string {
  return `import { ${n.Singular}Input } from '@headhaul/contracts/${n.plural}';
import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { flattenError } from 'zod';
import classes from './${n.plural}-page.module.css';

interface ${n.Singular}FormProps {
  initial: ${n.Singular}Input;
  submitLabel: string;
  onSubmit: (input: ${n.Singular}Input) => Promise<void>;
}

/** Checks by the contract's own schema, so that the form and the server never disagree. */
export function ${n.Singular}Form({ initial, submitLabel, onSubmit }: ${n.Singular}FormProps) {
  const [name, setName] = useState(initial.name);
  const [nameError, setNameError] = useState<string>();
  const [isSending, setSending] = useState(false);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const parsed = ${n.Singular}Input.safeParse({ name });
    setNameError(parsed.error && flattenError(parsed.error).fieldErrors.name?.[0]);
    if (!parsed.success) return;
    setSending(true);
    await onSubmit(parsed.data);
    setSending(false);
  };

  return (
    <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <TextInput label="Name" value={name} error={nameError} onChange={(event) => setName(event.currentTarget.value)} data-autofocus />
      <Button type="submit" loading={isSending}>
        {submitLabel}
      </Button>
    </form>
  );
}
`;
}

export function pageFile(n: FeatureNames): string {
  return `import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Table.css';
import type { ${n.Singular}, ${n.Singular}Input } from '@headhaul/contracts/${n.plural}';
import { Button, Modal, Table } from '@mantine/core';
import { useState } from 'react';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { ${n.Singular}Form } from './${n.singular}-form.tsx';
import { ${n.pluralCamel}Api } from './${n.plural}.api.ts';
import classes from './${n.plural}-page.module.css';

export default function ${n.Plural}Page() {
  const [cursor, setCursor] = useState<string | null>(null);
  const { data, isError, refetch } = ${n.pluralCamel}Api.useList${n.Plural}Query({ query: { cursor: cursor ?? undefined } });
  const [remove] = ${n.pluralCamel}Api.useDelete${n.Singular}Mutation();
  const [edited, setEdited] = useState<${n.Singular} | 'new' | null>(null);

  return (
    <>
      <PageHeader title="${n.title}" state={isError ? 'Could not be loaded.' : describeCount(data?.items.length)} />
      <div className={classes.content}>
        <Button onClick={() => setEdited('new')}>Add ${n.singularLabel}</Button>
        {isError && (
          <Button variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        )}
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Actions</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data?.items.map((${n.singularCamel}) => (
              <Table.Tr key={${n.singularCamel}.id}>
                <Table.Td>{${n.singularCamel}.name}</Table.Td>
                <Table.Td>
                  <Button variant="default" onClick={() => setEdited(${n.singularCamel})} aria-label={\`Edit \${${n.singularCamel}.name}\`}>
                    Edit
                  </Button>
                  <Button
                    variant="default"
                    onClick={() => void remove({ params: { id: ${n.singularCamel}.id } })}
                    aria-label={\`Delete \${${n.singularCamel}.name}\`}
                  >
                    Delete
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <div className={classes.pages}>
          {cursor !== null && (
            <Button variant="default" onClick={() => setCursor(null)}>
              First page
            </Button>
          )}
          {data?.nextCursor && (
            <Button variant="default" onClick={() => setCursor(data.nextCursor)}>
              Next page
            </Button>
          )}
        </div>
      </div>
      {edited !== null && <EditDialog edited={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function describeCount(count: number | undefined): string {
  if (count === undefined) return 'Loading…';
  if (count === 0) return 'None yet.';
  return count === 1 ? '1 shown.' : \`\${count} shown.\`;
}

function EditDialog({ edited, onClose }: { edited: ${n.Singular} | 'new'; onClose: () => void }) {
  const [create] = ${n.pluralCamel}Api.useCreate${n.Singular}Mutation();
  const [update] = ${n.pluralCamel}Api.useUpdate${n.Singular}Mutation();

  const save = async (input: ${n.Singular}Input) => {
    const { error } =
      edited === 'new'
        ? await create({ body: input })
        : await update({ params: { id: edited.id }, body: { ...input, version: edited.version } });
    // A failure is told by a toast; the dialog stays open with what was typed.
    if (!error) onClose();
  };

  return (
    <Modal opened onClose={onClose} title={edited === 'new' ? 'Add ${n.singularLabel}' : 'Edit ${n.singularLabel}'}>
      <${n.Singular}Form initial={edited === 'new' ? { name: '' } : { name: edited.name }} submitLabel="Save" onSubmit={save} />
    </Modal>
  );
}
`;
}

export function pageStyles(): string {
  return `.content {
  display: grid;
  justify-items: start;
  gap: 16px;
  padding: 16px 32px 32px;
}

.form {
  display: grid;
  gap: 16px;
}

.pages {
  display: flex;
  gap: 8px;
}

@media (max-width: 767.98px) {
  .content {
    padding: 16px;
  }
}
`;
}

export function webTestFile(n: FeatureNames): string {
  return `// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ${n.Singular}Form } from './${n.singular}-form.tsx';

afterEach(cleanup);

function showForm(name = ''): string[] {
  const sent: string[] = [];
  render(
    <MantineProvider>
      <${n.Singular}Form
        initial={{ name }}
        submitLabel="Save"
        onSubmit={async (input) => {
          sent.push(input.name);
        }}
      />
    </MantineProvider>,
  );
  return sent;
}

function save(name: string): void {
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: name } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
}

describe('the ${n.singularLabel} form', () => {
  it('sends a trimmed name', async () => {
    const sent = showForm();
    save('  ours ');
    await expect.poll(() => sent).toEqual(['ours']);
  });

  it('says what is missing and sends nothing', async () => {
    const sent = showForm('old');
    save(' ');
    await screen.findByText('Enter a name');
    expect(sent).toEqual([]);
  });
});
`;
}
