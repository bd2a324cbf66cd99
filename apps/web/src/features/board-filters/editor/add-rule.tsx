import { filterLimits } from '@headhaul/contracts/boards/filters';
import { listOffered, type RuleKind, ruleForms } from '@headhaul/contracts/boards/rule-forms';
import { Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import classes from './editor.module.css';

export function AddRule({ used, onAdd }: { used: readonly RuleKind[]; onAdd: (kind: RuleKind) => void }) {
  const offered = listOffered(used);
  if (offered.length === 0) return <p className={classes.intro}>A filter has at most {filterLimits.rules} rules.</p>;
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
