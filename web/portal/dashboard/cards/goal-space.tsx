/** The space of the headline goal while it is loading. */
export function GoalSpace() {
  return <div aria-hidden="true" className="col-span-full h-14 bg-raised" />;
}
