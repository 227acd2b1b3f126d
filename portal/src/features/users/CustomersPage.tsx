import { mdiAccountSwitchOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { acting, type Customer } from '@tablewire/contracts/identity/acting'
import { useState } from 'react'
import { useRows } from '#src/api/rows.ts'
import { useSession } from '#src/api/session.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { PhoneRow } from '#src/kit/list/cells.ts'
import { errorText } from '#src/kit/error-text.ts'
import { Icon } from '#src/kit/Icon.tsx'
import type { Column } from '#src/kit/list/columns.ts'
import { ListPage } from '#src/kit/list/ListPage.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useT } from './use-t.ts'
import { Name } from './user-columns.tsx'

const nameCell = ({ name }: Customer) => <strong style={{ fontWeight: 600 }}>{name}</strong>

/** AC8: the people of companies, as whom one may act with one click. */
export const CustomersPage = ({ actAs }: { actAs: (id: string) => Promise<void> }) => {
  const t = useT()
  const { userData } = useSession()
  const [{ q = '' }] = useUrlSearch()
  const [busy, setBusy] = useState<string>()
  const rows = useRows(acting.customers, { query: { filters: q ? { search: q } : {} } as never })
  const mayAct = !userData?.actedBy
  const begin = ({ id }: Customer): void => {
    if (busy || !mayAct) return
    setBusy(id)
    actAs(id).catch((error: unknown) => {
      setBusy(undefined)
      toast.error(errorText(error, phrasesNow('kit')))
    })
  }
  const venuesOf = ({ venues }: Customer): string => (venues === null ? t('access.all.short') : t('access.count', { count: venues }))
  const button = (customer: Customer) => (
    // The whole row does the same, and its name is what one looks for: the button only says so.
    <Button
      size="small"
      color="inherit"
      tabIndex={-1}
      loading={busy === customer.id}
      disabled={!mayAct}
      startIcon={<Icon path={mdiAccountSwitchOutline} size={18} />}
      onClick={(event) => {
        event.stopPropagation()
        begin(customer)
      }}
    >
      {t('act')}
    </Button>
  )
  const phone = (customer: Customer) => (
    <PhoneRow>
      <Name>
        <strong>{customer.name}</strong>
        <small>{customer.companyName}</small>
      </Name>
      {button(customer)}
    </PhoneRow>
  )
  const columns: Column<Customer>[] = [
    {
      id: 'name',
      title: t('f.name'),
      width: 'minmax(150px, 1.3fr)',
      always: true,
      cell: nameCell,
    },
    { id: 'company', title: t('f.company'), width: 'minmax(140px, 1.3fr)', cell: ({ companyName }) => companyName },
    { id: 'email', title: t('f.email'), width: 'minmax(170px, 1.5fr)', from: 760, cell: ({ email }) => email },
    { id: 'role', title: t('f.role'), width: 'minmax(110px, 0.8fr)', from: 900, cell: ({ role }) => t(`role.${role}`) },
    { id: 'venues', title: t('tab.venues'), width: 'minmax(110px, 0.8fr)', from: 1000, cell: venuesOf },
    { id: 'act', title: t('act.column'), width: '150px', always: true, cell: button },
  ]
  return (
    <ListPage
      title={t('customers.title')}
      hint={t('customers.hint')}
      search={t('search')}
      rows={rows}
      columns={columns}
      onOpen={begin}
      rowLabel={(customer) => `${customer.name}, ${customer.companyName}, ${t('act')}`}
      phone={phone}
      empty={{ icon: mdiAccountSwitchOutline, title: t('customers.none'), filtered: { title: t('none.filtered') } }}
    />
  )
}
