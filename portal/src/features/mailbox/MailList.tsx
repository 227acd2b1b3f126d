import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { mailbox } from '@tablewire/contracts/operations/mailbox'
import { formatInstant } from '#src/kit/format.ts'
import { useT } from './use-t.ts'

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 })
const Row = styled('button')(({ theme }) => ({
  display: 'block',
  width: '100%',
  padding: '11px 16px',
  border: 0,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'inherit',
  cursor: 'pointer',
  '& > *': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > strong': { fontSize: '0.875rem', fontWeight: 600 },
  '& > span': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& > small': { color: theme.vars.palette.text.secondary, fontSize: '0.75rem', fontVariantNumeric: 'tabular-nums' },
  '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
  '&:focus-visible': { outlineOffset: -2 },
  '&[aria-current="true"]': {
    backgroundColor: theme.vars.palette.ground.selected,
    boxShadow: `inset 3px 0 ${theme.vars.palette.accent.ring}`,
  },
}))
const More = styled('div')({ padding: 12, textAlign: 'center' })

type Mail = Result<typeof mailbox.list>['data'][number]
type MailListProps = {
  mails: readonly Mail[]
  chosen: string | undefined
  onChoose: (id: string) => void
  onMore: (() => void) | undefined
  busy: boolean
}

export const MailList = ({ mails, chosen, onChoose, onMore, busy }: MailListProps) => {
  const t = useT()
  return (
    <>
      <List aria-label={t('list')}>
        {mails.map(({ id, subject, to, sentAt }) => (
          <li key={id}>
            <Row type="button" aria-current={id === chosen} onClick={() => onChoose(id)}>
              <strong>{subject}</strong>
              <span>{to}</span>
              <small>{formatInstant(sentAt)}</small>
            </Row>
          </li>
        ))}
      </List>
      {onMore ? (
        <More>
          <Button onClick={onMore} loading={busy}>
            {t('more')}
          </Button>
        </More>
      ) : null}
    </>
  )
}
