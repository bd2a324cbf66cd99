import { filterLimits } from '@headhaul/contracts/boards/filters';
import { Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import classes from './editor.module.css';
import { type RuleKind, ruleForms, ruleKinds } from './rule-forms.ts';

/** Rules that may stand more than once: over all miles and over loaded miles, in the comment and in the commodity. */
const repeatable: readonly RuleKind[] = ['MIN_RPM', 'KEYWORDS'];

export function AddRule({ used, onAdd }: { used: readonly RuleKind[]; onAdd: (kind: RuleKind) => void }) {
  const offered = ruleKinds.filter((kind) => repeatable.includes(kind) || !used.includes(kind));
  const isFull = used.length >= filterLimits.rules;
  if (isFull) return <p className={classes.intro}>A filter has at most {filterLimits.rules} rules.</p>;
  return (
    // The focus goes to the new rule's first field.
    <Menu position="bottom-start" width={240} returnFocus={false}>
      <Menu.Target>
        <button type="button" className={classes.add}>
          <IconPlus size={16} stroke={1.75} aria-hidden="true" />
          Add a rule
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {offered.map((kind) => (
          <Menu.Item key={kind} onClick={() => onAdd(kind)}>
            {ruleForms[kind].label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
