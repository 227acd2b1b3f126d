import { mdiChevronDown, mdiChevronRight } from '@mdi/js'
import { styled } from '@mui/material/styles'
import type { Connection } from '@tablewire/contracts/operations/traces'
import { useId, useState } from 'react'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { ConnectionKinds } from './ConnectionKinds.tsx'
import {
  checkInWords,
  errorInWords,
  healthInWords,
  isAsked,
  needsSomebody,
  stateInWords,
  toneOf,
  recoveredKind,
} from './connection-words.ts'
import { DaySpark } from './DayChart.tsx'
import { useT } from './use-t.ts'
import { TracesLink, ConnectionLinks } from './ConnectionLinks.tsx'

const Root = styled('li')(({ theme }) => ({
  padding: theme.spacing(0.5, 1.5, 0.5, 0.5),
  '& + &': { borderBlockStart: `1px solid ${theme.vars.palette.divider}` },
  '& > .line': {
    display: 'grid',
    gridTemplateColumns: 'minmax(170px, 1.2fr) 112px minmax(0, 2.2fr) 120px auto',
    gridTemplateAreas: '"name state says day way"',
    alignItems: 'center',
    columnGap: theme.spacing(1.5),
    minHeight: 38,
  },
  '& .name': {
    all: 'unset',
    gridArea: 'name',
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    minHeight: 32,
    padding: '2px 6px',
    borderRadius: theme.vars.shape.borderRadius,
    cursor: 'pointer',
    fontSize: '0.9375rem',
    fontWeight: 600,
    overflowWrap: 'anywhere',
    '& > svg': { flexShrink: 0, color: theme.vars.palette.text.secondary },
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: -2 },
  },
  '& .state': { gridArea: 'state', display: 'flex' },
  '& .says': { gridArea: 'says', fontSize: '0.8125rem', lineHeight: 1.4, overflowWrap: 'anywhere' },
  '& .day': { gridArea: 'day' },
  '& .way': { gridArea: 'way' },
  '& > .more[hidden]': { display: 'none' },
  '& > .more': { display: 'grid', gap: theme.spacing(0.75), padding: theme.spacing(0.25, 0, 1), paddingInlineStart: theme.spacing(3.75) },
  '& > .more p': { margin: 0, color: theme.vars.palette.text.secondary, fontSize: '0.8125rem', lineHeight: 1.45, overflowWrap: 'anywhere' },
  [theme.breakpoints.down('sm')]: {
    '& > .line': {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gridTemplateAreas: '"name state" "says says" "day way"',
      rowGap: 4,
      paddingBlock: 4,
    },
    '& .says, & .day': { marginInlineStart: 30 },
    '& > .more': { paddingInlineStart: theme.spacing(3.75) },
  },
}))

/** One connection in one line: how it is doing in a sentence, its day, and the way to its traces. What needs somebody stands open. */
export const ConnectionLine = ({ connection }: { connection: Connection }) => {
  const t = useT()
  const says = useFaultWords()
  const id = useId()
  const troubled = needsSomebody(connection) || recoveredKind(connection) !== undefined
  const [chosen, setChosen] = useState<boolean>()
  const open = chosen ?? troubled
  const check = checkInWords(t, says, connection)
  const last = connection.state === 'fine' && !troubled ? null : errorInWords(t, says, connection)
  return (
    <Root>
      <div className="line">
        <button type="button" className="name" aria-expanded={open} aria-controls={id} onClick={() => setChosen(!open)}>
          <Icon path={open ? mdiChevronDown : mdiChevronRight} size={20} />
          {connection.name}
        </button>
        <span className="state">
          <Tag tone={toneOf(connection)}>{stateInWords(t, connection)}</Tag>
        </span>
        <span className="says">{healthInWords(t, connection)}</span>
        <span className="day">
          <DaySpark hours={connection.hours} />
        </span>
        <span className="way">
          <TracesLink connection={connection} />
        </span>
      </div>
      <div id={id} className="more" hidden={!open}>
        {open && (
          <>
            {last ? <p>{last}</p> : null}
            {check ? <p>{check}</p> : null}
            {connection.kinds.some(isAsked) ? <ConnectionKinds connection={connection} /> : null}
            <ConnectionLinks connection={connection} />
          </>
        )}
      </div>
    </Root>
  )
}
