import { mdiClose, mdiSilverwareForkKnife, mdiStoreOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { type UserDetail, users } from '@tablewire/contracts/identity/users'
import { useState } from 'react'
import { useFoundGroups, useFoundVenues } from '#src/api/finds.ts'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { FindField, type FindOption } from '#src/kit/form/FindField.tsx'
import { MemberList } from '#src/kit/form/MemberList.tsx'
import type { Members } from '#src/kit/form/members.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { useSettled } from '#src/kit/use-settled.ts'
import { useTyped } from '#src/kit/use-typed.ts'
import { useT } from './use-t.ts'

export const VenueFinder = ({ onChoose }: { onChoose: (found: FindOption) => void }) => {
  const t = useT()
  const [search, setText] = useTyped()
  const { options } = useFoundVenues(search)
  return <FindField label={t('venues.add')} hint={t('venues.find')} value="" options={options} onType={setText} onChoose={onChoose} />
}
export const GroupFinder = ({ companyId, onChoose }: { companyId: string | null; onChoose: (found: FindOption) => void }) => {
  const t = useT()
  const [search, setText] = useTyped()
  const { options } = useFoundGroups(search, { company: companyId ?? undefined })
  return <FindField label={t('groups.add')} hint={t('groups.find')} value="" options={options} onType={setText} onChoose={onChoose} />
}

/** The venues somebody was given, by the page, and what of them is to change. */
export const GivenVenues = ({
  user,
  members,
  onChange,
}: {
  user: UserDetail
  members: Members
  onChange: ((next: Members) => void) | undefined
}) => {
  const t = useT()
  const [text, setText] = useState('')
  const criteria = useSettled(text.trim(), 200)
  const query = { limit: 20, filters: criteria ? { criteria } : {} }
  const { data } = useEndpoint(users.venues, { params: { id: user.id }, query }, keepRows)
  return (
    <MemberList
      label={t('tab.venues')}
      icon={mdiSilverwareForkKnife}
      found={(data?.data ?? []).map(({ id, name, city }) => ({ id, name, note: city }))}
      total={data?.total ?? 0}
      search={text}
      onSearch={setText}
      members={members}
      onChange={onChange}
      none={t('venues.none')}
      removeLabel={(name) => t('venues.remove', { name })}
    />
  )
}

export const Chips = ({
  label,
  found,
  onChange,
  disabled,
}: {
  label: string
  found: FindOption[]
  onChange: (found: FindOption[]) => void
  disabled: boolean
}) => {
  const t = useT()
  if (found.length === 0) return <p>{t('venues.none')}</p>
  return (
    <ItemList aria-label={label}>
      {found.map(({ id, name }) => (
        <ListItem
          key={id}
          icon={<Icon path={mdiStoreOutline} />}
          title={name}
          acts={
            <IconButton
              size="small"
              disabled={disabled}
              aria-label={t('venues.remove', { name })}
              onClick={() => onChange(found.filter((one) => one.id !== id))}
            >
              <Icon path={mdiClose} size={18} />
            </IconButton>
          }
        />
      ))}
    </ItemList>
  )
}
