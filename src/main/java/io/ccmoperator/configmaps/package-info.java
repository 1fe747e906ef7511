/** The ConfigMaps that controllers keep: what they hold, and how they are written. */
package io.ccmoperator.configmaps;
