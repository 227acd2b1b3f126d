import { mdiBellOutline, mdiCellphoneMessage, mdiEmailOutline } from '@mdi/js'
import Checkbox from '@mui/material/Checkbox'
import { styled } from '@mui/material/styles'
import {
  defaultChoices,
  type NotificationChoices,
  type NotificationEvent,
  type NotificationWay,
} from '@tablewire/contracts/operations/notifications'
import { Icon } from '#src/kit/Icon.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { eventIcon } from './event-icon.ts'
import { events, ways } from './use-choices.ts'
import { useT } from './use-t.ts'

const wayIcons: Record<NotificationWay, string> = { inApp: mdiBellOutline, email: mdiEmailOutline, push: mdiCellphoneMessage }

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  '& th': { padding: 0, fontWeight: 500, textAlign: 'inherit' },
  '& thead th': { paddingBottom: 8, color: theme.vars.palette.text.secondary, fontSize: '0.75rem', verticalAlign: 'bottom' },
  '& .way': { width: 96, textAlign: 'center' },
  '& thead .way > span': { display: 'grid', justifyItems: 'center', gap: 3, lineHeight: 1.3 },
  '& tbody tr': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& tbody tr:hover': { backgroundColor: theme.vars.palette.ground.hover },
  '& tbody th': { paddingBlock: 9, paddingInlineEnd: 12 },
  '& tbody th > span': {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr)',
    columnGap: 12,
    alignItems: 'center',
    lineHeight: 1.4,
  },
  '& tbody th svg': { color: theme.vars.palette.text.secondary },
  '& tbody th strong': { display: 'block', fontSize: '0.875rem', fontWeight: 500 },
  '& tbody th small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
  '& td': { padding: 0, textAlign: 'center' },
  [theme.breakpoints.down('sm')]: {
    '& .way': { width: 62 },
    '& tbody th > span': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '& tbody th svg': { display: 'none' },
    '& tbody th': { paddingInlineEnd: 6, overflowWrap: 'anywhere', hyphens: 'auto' },
  },
}))

type ChoicesTableProps = {
  label: string
  choices: NotificationChoices
  readOnly: boolean
  /** Those of venues, unless more are given. */
  of?: readonly NotificationEvent[]
  onChange: (choices: NotificationChoices) => void
}

/** SE3: what, and by which ways. */
export const ChoicesTable = ({ label, choices, readOnly, of = events, onChange }: ChoicesTableProps) => {
  const t = useT()
  return (
    <Table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{t('choices.event')}</VisuallyHidden>
          </th>
          {ways.map((way) => (
            <th key={way} scope="col" className="way">
              <span>
                <Icon path={wayIcons[way]} size={18} />
                {t(`way.${way}`)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {of.map((event) => (
          <tr key={event}>
            <th scope="row">
              <span>
                <Icon path={eventIcon[event].icon} />
                <span>
                  <strong>{t(`choice.${event}`)}</strong>
                  <small>{t(`choice.${event}.hint`)}</small>
                </span>
              </span>
            </th>
            {ways.map((way) => (
              <td key={way}>
                <Checkbox
                  checked={(choices[event] ?? defaultChoices[event])[way]}
                  disabled={readOnly}
                  onChange={(_change, on) => onChange({ ...choices, [event]: { ...(choices[event] ?? defaultChoices[event]), [way]: on } })}
                  slotProps={{ input: { 'aria-label': t('choice.label', { event: t(`choice.${event}`), way: t(`way.${way}`) }) } }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
