import { outageLevel } from "./outage.ts";
import { municipalitiesOf, spellRegion } from "./outage-regions.ts";

export type RegionFigures = {
  name: string;
  totalClientsWithoutService: number;
  percentageClientsWithoutService: number;
};

/** What is remembered of each region between two reports. */
export type WatchedRegion = {
  isOut: boolean;
  /** The day, where the utility is, on which a notice was last proposed. */
  proposedOn: string | null;
  /** When the proposal was made that is open: service is not restored, and no notice is prepared. */
  openSince: string | null;
};
export type OutageWatch = Record<string, WatchedRegion>;

/** Many clients are without service, so that a notice is worth sending. */
export const needsNotice = ({
  percentageClientsWithoutService,
}: Pick<RegionFigures, "percentageClientsWithoutService">): boolean =>
  outageLevel(percentageClientsWithoutService) === "bad";

/** A region is out until its share falls below this, so that figures around the level propose no second notice. */
const restoredBelowPercent = 1;

/**
 * Compares a report with what is remembered. A notice is proposed for a region that loses service, at most once a day;
 * one that was never seen before may have been without service for days and is only remembered. A region whose
 * municipalities are not known is left out: its people cannot be told apart.
 */
export const watchRegions = (
  before: OutageWatch,
  regions: readonly RegionFigures[],
  { day, at }: { day: string; at: string },
): OutageWatch => {
  const watch: OutageWatch = { ...before };
  for (const region of regions) {
    const name = spellRegion(region.name);
    if (municipalitiesOf(name).length === 0) continue;
    const known = before[name];
    const isLost = needsNotice(region);
    const isOut =
      isLost || (known?.isOut === true && region.percentageClientsWithoutService >= restoredBelowPercent);
    const isProposed = isLost && known !== undefined && !known.isOut && known.proposedOn !== day;
    watch[name] = {
      isOut,
      proposedOn: isProposed ? day : (known?.proposedOn ?? null),
      openSince: isProposed ? at : isOut ? (known?.openSince ?? null) : null,
    };
  }
  return watch;
};

/** A user has prepared a notice about the region. */
export const closeProposal = (before: OutageWatch, region: string): OutageWatch => {
  const known = before[region];
  return known ? { ...before, [region]: { ...known, openSince: null } } : before;
};
