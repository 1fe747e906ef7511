/** Do pods start, stay where they are needed, and get along with other pods: of workloads and of the bootstrap VM? */
package io.ccmoperator.assets.rules.pods;
