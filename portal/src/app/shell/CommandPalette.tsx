import { mdiMagnify } from '@mdi/js'
import Dialog from '@mui/material/Dialog'
import { styled } from '@mui/material/styles'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Icon } from '#src/kit/Icon.tsx'
import { Kbd } from '#src/kit/Kbd.tsx'
import { useT } from '../use-t.ts'
import type { Command } from './command.ts'
import { useCommands } from './use-commands.ts'

const Search = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '0 18px',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  color: theme.vars.palette.text.secondary,
  '& input': {
    flex: 1,
    minWidth: 0,
    height: 56,
    border: 0,
    outline: 'none',
    background: 'none',
    color: theme.vars.palette.text.primary,
    font: 'inherit',
    fontSize: '1.0625rem',
  },
}))
const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 8, maxHeight: 'min(420px, 60vh)', overflowY: 'auto' })
const Option = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  minHeight: 42,
  padding: '0 12px',
  borderRadius: theme.vars.shape.borderRadius,
  cursor: 'pointer',
  '& > svg': { color: theme.vars.palette.text.secondary },
  '& > span': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '&[aria-selected="true"]': {
    backgroundColor: theme.vars.palette.accent.soft,
    color: theme.vars.palette.accent.text,
    '& > svg': { color: 'inherit' },
  },
}))
const None = styled('span')(({ theme }) => ({ display: 'block', padding: '14px 20px', color: theme.vars.palette.text.secondary }))

type PaletteProps = { open: boolean; onClose: () => void }

/** Everything the frame and the screen can do, by its first letters. */
export const CommandPalette = ({ open, onClose }: PaletteProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    fullWidth
    maxWidth="sm"
    slotProps={{
      container: { style: { alignItems: 'flex-start' } },
      paper: { style: { marginTop: '12vh' }, 'aria-label': useT()('commands') },
    }}
  >
    <Commands onClose={onClose} />
  </Dialog>
)

const Commands = ({ onClose }: { onClose: () => void }) => {
  const t = useT()
  const listId = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLUListElement>(null)
  const commands = useCommands(text)
  const at = Math.min(chosen, commands.length - 1)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const run = (command: Command | undefined): void => {
    if (!command) return
    // The dialog gives the focus back as it closes; only then may the command take it elsewhere.
    flushSync(onClose)
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && commands.length > 0) setChosen((at + step + commands.length) % commands.length)
    else if (event.key === 'Enter') run(commands[at])
    else return
    event.preventDefault()
  }
  return (
    <>
      <Search>
        <Icon path={mdiMagnify} size={22} />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field is the dialog: whoever opened it wants to write
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={commands.length > 0 ? `${listId}-${at}` : undefined}
          aria-label={t('commands.field')}
          placeholder={t('commands.field')}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(0)
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd keys="Escape" />
      </Search>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element does what a combobox with a list of commands does */}
      <List ref={list} id={listId} role="listbox" aria-label={t('commands')}>
        {commands.map((command, index) => (
          <Option
            key={command.id ?? command.label}
            id={`${listId}-${index}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
            role="option"
            aria-selected={index === at}
            onMouseMove={() => setChosen(index)}
            onClick={() => run(command)}
          >
            <Icon path={command.icon} />
            <span>{command.label}</span>
            {command.keys ? <Kbd keys={command.keys} /> : null}
          </Option>
        ))}
      </List>
      <output>{commands.length === 0 ? <None>{t('commands.none')}</None> : null}</output>
    </>
  )
}
