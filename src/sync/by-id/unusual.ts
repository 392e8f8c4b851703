/** Why releases cannot be brought by their ids alone, in words; a walk of all lists brings them. */
export class Unusual extends Error {}
