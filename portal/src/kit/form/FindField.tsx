import { styled } from '@mui/material/styles'
import { type KeyboardEvent, useId, useState } from 'react'
import { isQuiet } from '../first-focus.ts'
import { Icon } from '../Icon.tsx'
import { TextField } from '../TextField.tsx'

export type FindOption = { id: string; name: string; note?: string | null }

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
  /** In a row that says by itself what it is for: only who hears it is told. */
  bare?: boolean
  placeholder?: string
  icon?: string
  hint?: string | undefined
  error?: string | undefined
  /** What is chosen, in words; '' = nothing. */
  value: string
  /** What answers the text typed last. */
  options: readonly FindOption[]
  /** In place of the hint during a search: no match, or too many. */
  note?: string | undefined
  /** What choosing nothing means, where that may be chosen: offered while nothing is typed, and meant by a field that was emptied. */
  none?: string | undefined
  /** Shows what there is before anything is typed: `onType('')` comes with the focus. */
  atOnce?: boolean
  onType: (text: string) => void
  onChoose: (found: FindOption) => void
  required?: boolean
  disabled?: boolean
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/* A native datalist does not work with results that arrive while typing. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- as above */

/** The text typed, whether a search is going on, and the active option. */
const useLooking = ({ options: found, none, atOnce = false, onType, onChoose }: FindFieldProps) => {
  const [text, setText] = useState<string>()
  const [looks, setLooks] = useState(false)
  const [at, setAt] = useState(0)
  const options = none === undefined || text ? found : [{ id: '', name: none }, ...found]
  const open = looks && options.length > 0
  const look = (typed: string | undefined): void => {
    setText(typed)
    setAt(0)
    setLooks(true)
    onType(typed ?? '')
  }
  const close = (): void => {
    setText(undefined)
    setLooks(false)
  }
  const choose = (chosen: FindOption | undefined): void => {
    close()
    if (chosen) onChoose(chosen)
  }
  const leave = (): void => choose(text === '' && none !== undefined ? { id: '', name: none } : undefined)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (looks && event.key === 'Escape') close()
    else if (open && step) setAt((at + step + options.length) % options.length)
    else if (open && event.key === 'Enter') choose(options[at])
    else if (!looks && step && atOnce) look(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { text, looks, open, options, at, look, leave, choose, onKeyDown }
}

/** A combobox for one of very many: arrows and Enter choose, Escape closes. Text that is not chosen is discarded. */
export const FindField = (props: FindFieldProps) => {
  const { label, bare = false, placeholder, icon, hint, error, value, note, atOnce = false } = props
  const { required = false, disabled = false } = props
  const id = useId()
  const { text, looks, open, options, at, look, leave, choose, onKeyDown } = useLooking(props)
  return (
    <Root onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || leave()}>
      <TextField
        {...(bare ? { size: 'small' as const } : { label })}
        value={text ?? value}
        placeholder={placeholder}
        startAdornment={icon ? <Icon path={icon} size={18} style={{ marginInlineEnd: 8 }} /> : undefined}
        required={required}
        disabled={disabled}
        error={error !== undefined}
        helperText={looks && note ? <output>{note}</output> : (error ?? hint)}
        onChange={({ target }) => look(target.value)}
        onFocus={({ target }) => {
          target.select()
          if (atOnce && !isQuiet()) look(undefined)
        }}
        onMouseDown={({ target }) => {
          if (atOnce && !looks && target === document.activeElement) look(undefined)
        }}
        onKeyDown={onKeyDown}
        slotProps={{
          htmlInput: {
            ...(bare ? { 'aria-label': label } : {}),
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
        // A list that scrolls is no stop of the Tab key.
        <List role="listbox" id={`${id}-list`} aria-label={label} tabIndex={-1}>
          {options.map((found, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field keeps the focus and its keys; a pointer chooses as well
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
