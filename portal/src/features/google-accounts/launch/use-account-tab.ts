import { useState } from 'react'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { type AccountTab, accountTabs } from './account-tabs.ts'

/** The part of an account that is shown. What is not set up yet cannot be launched, so its setup comes first. */
export const useAccountTab = (isReady: boolean): [AccountTab, (tab: AccountTab) => void] => {
  const [search, setSearch] = useUrlSearch()
  const [first] = useState<AccountTab>(isReady ? 'launch' : 'setup')
  const tab = accountTabs.find((one) => one === search['tab']) ?? first
  return [tab, (next) => setSearch({ tab: next === first ? undefined : next })]
}
