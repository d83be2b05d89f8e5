import { isId } from '../../../contract/rules/is-id.ts';
import { useParams } from './routing.ts';

/** The company in the address; undefined if it is no id. */
export function useCompanyId(): string | undefined {
  const { companyId = '' } = useParams();
  return isId(companyId) ? companyId.toLowerCase() : undefined;
}
