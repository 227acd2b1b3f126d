import { mdiSilverwareForkKnife } from '@mdi/js'
import type { GroupDetail } from '@tablewire/contracts/estate/groups'
import { venues } from '@tablewire/contracts/estate/venues'
import { useState } from 'react'
import { type Control, Controller } from 'react-hook-form'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { MemberList } from '#src/kit/form/MemberList.tsx'
import { type Members, withMember } from '#src/kit/form/members.ts'
import { useSettled } from '#src/kit/use-settled.ts'
import type { GroupFields } from './group-form.ts'
import { useT } from './use-t.ts'
import { VenueFinder } from './VenueFinder.tsx'

type ListProps = { groupId: string | undefined; members: Members; onChange: (next: Members) => void }

/** The venues of a group, by the page, and what of them is to change. */
const GroupList = ({ groupId, members, onChange }: ListProps) => {
  const t = useT()
  const [text, setText] = useState('')
  const criteria = useSettled(text.trim(), 200)
  const query = { limit: 20, filters: { ...(groupId ? { groupId } : {}), ...(criteria ? { criteria } : {}) } }
  const { data } = useEndpoint(venues.mine, { query }, { ...keepRows, enabled: groupId !== undefined })
  return (
    <MemberList
      label={t('c.venues')}
      icon={mdiSilverwareForkKnife}
      found={(groupId ? (data?.data ?? []) : []).map(({ id, name, city }) => ({ id, name, note: city }))}
      total={groupId ? (data?.total ?? 0) : 0}
      search={text}
      onSearch={setText}
      members={members}
      onChange={onChange}
      none={t('tree.none')}
      removeLabel={(name) => t('venues.remove', { name })}
    />
  )
}

type Props = { control: Control<GroupFields>; group: GroupDetail | undefined; companyId: string | undefined }

/** One more venue, and those of the group. */
export const GroupVenues = ({ control, group, companyId }: Props) => (
  <Controller
    control={control}
    name="venues"
    render={({ field: { value, onChange } }) => (
      <>
        <VenueFinder companyId={companyId} onChoose={(found) => onChange(withMember(value, found))} />
        <GroupList groupId={group?.id} members={value} onChange={onChange} />
      </>
    )}
  />
)
