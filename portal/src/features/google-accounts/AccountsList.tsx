import { mdiGoogle, mdiLockOutline, mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import { type GoogleAccount, googleAccounts } from '@tablewire/contracts/google/google-accounts'
import { useAbility } from '#src/api/ability.ts'
import { ApiError } from '#src/api/api-error.ts'
import { useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatDate } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { Notice } from '#src/kit/Notice.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { useT } from './use-t.ts'
import { mattersOf, stateOf, toneOfState } from './what-to-do.ts'

const AccountItem = ({ account, onOpen }: { account: GoogleAccount; onOpen: () => void }) => {
  const t = useT()
  const state = stateOf(account)
  const [first, ...others] = account.active ? mattersOf(account) : []
  const lastEnd = account.passwords
    .map(({ expiresAt }) => expiresAt)
    .toSorted()
    .at(-1)
  const owner = account.systemName ?? account.brandName ?? t('owner.ours')
  return (
    <ListItem
      icon={<Icon path={mdiGoogle} />}
      title={
        <>
          {account.name}
          <Tag tone={account.environment === 'production' ? 'primary' : 'violet'}>{t(`environment.${account.environment}`)}</Tag>
          <Tag tone={toneOfState[state]}>{t(`state.${state}`)}</Tag>
          {account.isDefault ? <Tag tone="neutral">{t('default')}</Tag> : null}
        </>
      }
      text={
        <>
          {owner} · {account.bookingServerUrl}
          {lastEnd ? ` · ${t('passwordUntil', { date: formatDate(lastEnd.slice(0, 10)) })}` : ''}
          {first ? (
            <>
              <br />
              {t(`matter.${first}`)}
              {others.length > 0 ? ` ${t('matter.more', { count: others.length })}` : ''}
            </>
          ) : null}
        </>
      }
      acts={
        <Button size="small" aria-label={`${t('open')}: ${account.name}`} onClick={onOpen}>
          {t('open')}
        </Button>
      }
    />
  )
}

export const AccountsList = ({ onOpen }: { onOpen: (id: string) => void }) => {
  const t = useT()
  const ability = useAbility()
  const query = useEndpoint(googleAccounts.list, {})
  if (query.error instanceof ApiError && query.error.code === 'access.denied')
    return (
      <>
        <PageTitle title={t('title')} />
        <Notice icon={mdiLockOutline} title={t('platformOnly')} text={t('platformOnly.hint')} />
      </>
    )
  const add = ability.can('create', 'systems') ? (
    <Button variant="contained" startIcon={<Icon path={mdiPlus} size={18} />} onClick={() => onOpen('new')}>
      {t('new')}
    </Button>
  ) : null
  return (
    <>
      <PageTitle title={t('title')} hint={t('hint')} actions={add} />
      {query.isPending ? <RowsSkeleton /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data?.length === 0 ? <EmptyState icon={mdiGoogle} title={t('none')} hint={t('none.hint')} /> : null}
      {query.data?.length ? (
        <ItemList aria-label={t('title')}>
          {query.data.map((account) => (
            <AccountItem key={account.id} account={account} onOpen={() => onOpen(account.id)} />
          ))}
        </ItemList>
      ) : null}
    </>
  )
}
