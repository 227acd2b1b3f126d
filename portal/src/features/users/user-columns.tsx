import { styled } from '@mui/material/styles'
import type { User } from '@tablewire/contracts/identity/users'
import { PhoneRow } from '#src/kit/list/cells.ts'
import { formatInstant } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { useT } from './use-t.ts'
import { accessInWords, fullName, rolesInWords, UserStateTag } from './user-words.tsx'

/** A name, and in small below it what tells it apart; each ends in dots by itself. */
export const Name = styled('span')(({ theme }) => ({
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  '& > strong': { fontWeight: 600 },
  '& > small': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    color: theme.vars.palette.text.secondary,
    fontSize: '0.75rem',
  },
}))
/** Words of which no end may be missing in the longest language: two lines, and dots only after these. */
const TwoLines = styled('span')(({ theme }) => ({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  lineHeight: 1.25,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  '&.muted': { color: theme.vars.palette.text.secondary },
}))

export const phoneRow = (user: User) => (
  <PhoneRow>
    <Name>
      <strong>{fullName(user)}</strong>
      <small>{user.email}</small>
    </Name>
    <UserStateTag state={user.state} />
  </PhoneRow>
)

export const useUserColumns = (): Column<User>[] => {
  const t = useT()
  return [
    {
      id: 'name',
      title: t('f.name'),
      width: 'minmax(150px, 1.4fr)',
      sort: 'name',
      always: true,
      cell: (user) => <strong style={{ fontWeight: 600 }}>{fullName(user)}</strong>,
    },
    { id: 'email', title: t('f.email'), width: 'minmax(170px, 1.6fr)', sort: 'email', from: 620, cell: ({ email }) => email },
    { id: 'role', title: t('f.role'), width: 'minmax(110px, 0.9fr)', cell: ({ roles }) => <TwoLines>{rolesInWords(t, roles)}</TwoLines> },
    {
      id: 'company',
      title: t('f.company'),
      width: 'minmax(120px, 1.1fr)',
      from: 860,
      cell: ({ companyName }) => <TwoLines className={companyName === null ? 'muted' : undefined}>{companyName ?? t('platform')}</TwoLines>,
    },
    {
      id: 'access',
      title: t('tab.venues'),
      width: 'minmax(110px, 1fr)',
      from: 1000,
      cell: (user) => <TwoLines>{accessInWords(t, user)}</TwoLines>,
    },
    { id: 'username', title: t('f.username'), width: 'minmax(100px, 0.8fr)', extra: true, cell: ({ username }) => username ?? '–' },
    { id: 'factor', title: t('f.twoFactor'), width: '110px', extra: true, cell: ({ twoFactor }) => t(twoFactor ? 'yes' : 'no') },
    {
      id: 'seen',
      title: t('f.lastSeen'),
      width: '160px',
      from: 1160,
      cell: ({ lastSeenAt }) => (lastSeenAt ? formatInstant(lastSeenAt) : '–'),
    },
    { id: 'state', title: t('f.state'), width: '110px', cell: ({ state }) => <UserStateTag state={state} /> },
  ]
}
