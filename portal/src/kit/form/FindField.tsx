import { styled } from '@mui/material/styles'
import { type KeyboardEvent, useId, useState } from 'react'
import { TextField } from '../TextField.tsx'

export type Found = { id: string; name: string; note?: string | null }

const Root = styled('div')({ position: 'relative' })
const List = styled('ul')(({ theme }) => ({
  position: 'absolute',
  insetInline: 0,
  zIndex: theme.zIndex.modal,
  margin: '4px 0 0',
  padding: 4,
  listStyle: 'none',
  maxHeight: 300,
  overflowY: 'auto',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.shadows[4],
  '& > li': { padding: '8px 10px', borderRadius: theme.vars.shape.borderRadius, cursor: 'pointer', overflowWrap: 'anywhere' },
  '& > li[aria-selected="true"], & > li:hover': { backgroundColor: theme.vars.palette.ground.hover },
  '& > li > small': { marginInlineStart: 8, color: theme.vars.palette.text.secondary },
}))

type FindFieldProps = {
  label: string
  hint?: string
  error?: string | undefined
  /** What is chosen, in words; '' = nothing. */
  value: string
  /** What answers the text typed last. */
  options: readonly Found[]
  onType: (text: string) => void
  onChoose: (found: Found) => void
  required?: boolean
  disabled?: boolean
}

/* The browser's own lists know nothing of a server that answers while somebody types. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role */

/** One of very many, found by typing: arrows and Enter choose, Escape closes. */
export const FindField = ({ label, hint, error, value, options, onType, onChoose, required = false, disabled = false }: FindFieldProps) => {
  const id = useId()
  const [text, setText] = useState<string>()
  const [at, setAt] = useState(0)
  const open = text !== undefined && options.length > 0
  const choose = (found: Found | undefined): void => {
    setText(undefined)
    if (found) onChoose(found)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!open) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt((at + step + options.length) % options.length)
    else if (event.key === 'Enter') choose(options[at])
    else if (event.key === 'Escape') setText(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Root onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setText(undefined)}>
      <TextField
        label={label}
        value={text ?? value}
        required={required}
        disabled={disabled}
        error={error !== undefined}
        helperText={error ?? hint}
        onChange={({ target }) => {
          setText(target.value)
          setAt(0)
          onType(target.value)
        }}
        onFocus={({ target }) => target.select()}
        onKeyDown={onKeyDown}
        slotProps={{
          htmlInput: {
            role: 'combobox',
            'aria-expanded': open,
            'aria-controls': `${id}-list`,
            'aria-autocomplete': 'list',
            ...(open ? { 'aria-activedescendant': `${id}-${at}` } : {}),
            autoComplete: 'off',
            maxLength: 120,
          },
        }}
      />
      {open ? (
        <List role="listbox" id={`${id}-list`} aria-label={label}>
          {options.map((found, index) => (
            // The field keeps the focus and its keys; a pointer chooses as well.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <li
              key={found.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(found)}
            >
              {found.name}
              {found.note ? <small>{found.note}</small> : null}
            </li>
          ))}
        </List>
      ) : null}
    </Root>
  )
}
