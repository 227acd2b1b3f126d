import { styled } from '@mui/material/styles'
import type { Customer } from '@tablewire/contracts/identity/acting'
import { useT } from '../use-t.ts'

const Choice = styled('button')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '0 12px',
  width: '100%',
  padding: theme.spacing(1, 1.25),
  border: 0,
  borderRadius: theme.vars.shape.borderRadius,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  '&:hover, &:focus-visible': { backgroundColor: theme.vars.palette.ground.hover },
  '&:disabled': { opacity: 0.6, cursor: 'default' },
  '& > strong': { fontSize: '0.9375rem', fontWeight: 600, overflowWrap: 'anywhere' },
  '& > span': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem', overflowWrap: 'anywhere' },
  '& > span:nth-of-type(odd)': { textAlign: 'end' },
}))

export const CustomerChoice = ({ customer, busy, onChoose }: { customer: Customer; busy: boolean; onChoose: () => void }) => {
  const t = useT()
  const { name, email, companyName, role, venues } = customer
  const roleName = role === 'ROLE_ADMIN' || role === 'ROLE_MANAGER' ? t(`role.${role}`) : t('role.ROLE_POS')
  return (
    <li>
      <Choice type="button" disabled={busy} onClick={onChoose}>
        <strong>{name}</strong>
        <span>{roleName}</span>
        <span style={{ textAlign: 'start' }}>
          {companyName} · {email}
        </span>
        <span style={{ textAlign: 'end' }}>{venues === null ? t('acting.allVenues') : t('acting.venues', { count: venues })}</span>
      </Choice>
    </li>
  )
}
